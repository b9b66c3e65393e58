// The numbers that may count something, as an expression: what holds none of them is not taken apart. What a number is, and
// what it is used for, numbers.ts says.

/** Two and more, in digits or words. No groups; case is the caller's. */
export const NUMERAL =
  "(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|dozen|both|\\d{1,6})";

// Twice a number.
export const twice = (n: number): number => n * 2;

// Doubles a number, through a second module.
import { twice } from "./twice.js";

export const double = (n: number): number => twice(n);

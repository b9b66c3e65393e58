// A module that a data loader imports, so that its real place matters.
export const value = 21;

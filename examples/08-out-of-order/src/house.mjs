export const house = "At the old mill";

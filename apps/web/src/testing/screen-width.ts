/** Whether the screen of a test is below 861 px; every test starts with a wide one. */
export const screenWidth = { narrow: false };

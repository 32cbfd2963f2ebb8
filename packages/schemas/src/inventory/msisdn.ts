/** A number in E.164 form has a plus sign and 7 to 15 digits, the country code first. */
export const msisdnPattern = /^\+[1-9][0-9]{6,14}$/;

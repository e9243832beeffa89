/** `npm run proof` runs the long forms, `npm test` the short ones. */
export const long = process.env['REMIS_PROOF'] === 'long'

/** How many, in the gate and in the long form. */
export const many = (gate: number, inTheLongForm: number): number => (long ? inTheLongForm : gate)

/** `npm run proof` runs the long forms, `npm test` the short ones. */
export const long = process.env['REMIS_PROOF'] === 'long'

/** A count for the gate and for the long form. */
export const many = (gate: number, inTheLongForm: number): number => (long ? inTheLongForm : gate)

/**
 * A count for `npm test` and for the long form, which `npm run proof` runs: as proof/scale.ts, which atlas cannot
 * import.
 */
export const long = process.env['REMIS_PROOF'] === 'long'

export const many = (gate: number, inTheLongForm: number): number => (long ? inTheLongForm : gate)

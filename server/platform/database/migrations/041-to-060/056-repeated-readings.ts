/** The app repeats the reading of a parked car: the point keeps when the device gave that reading. */
export const name = '056-repeated-readings'

export const up = `
alter table track_points add column read_at timestamptz;
`

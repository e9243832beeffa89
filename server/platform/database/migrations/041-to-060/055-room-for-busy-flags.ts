/**
 * Each accept and each end of a trip changes a driver's busy flag. With room on its page the new version of the row
 * needs no entry in the sixteen indexes of `users`. Pages that are filled from now on keep it.
 */
export const name = '055-room-for-busy-flags'

export const up = 'alter table users set (fillfactor = 85)'

/**
 * The rows that an erasure looks for by person or booking, and the points of old tracks in the order of their receipt:
 * pages that are used again hold points of all times, so that a block range index excludes few of them
 * [design/data-86], [design/data-88].
 */
export const name = '066-erasure-and-old-tracks'

export const up = `
create index quotes_of_rider on quotes (rider_id);
create index notices_of_booking on notices (booking_id) where booking_id is not null;
create index ratings_of_author on ratings (from_user);

drop index track_points_by_receipt;
create index track_points_by_receipt on track_points (received_at);
`

/** A promo is deleted by a mark: redemptions, quotes and bookings keep pointing to its row. Its name is free again. */
export const name = '007-deleted-promos'

export const up = `
alter table promos add column deleted_at timestamptz;
drop index promos_name;
create unique index promos_name on promos (lower(promo_name)) where deleted_at is null;
create index promos_by_creation on promos (created_at desc, id desc);
`

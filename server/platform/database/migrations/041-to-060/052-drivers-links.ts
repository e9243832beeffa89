/** Links that drivers give to people they trust: of one driver, with a view of the car alone. */
export const name = '052-drivers-links'

export const up = `
alter table guest_links add column driver_id uuid references users (id) on delete cascade;
alter table guest_links drop constraint guest_links_view_check;
alter table guest_links add constraint guest_links_view_check check (view in ('follower', 'receiver', 'car'));
alter table guest_links add constraint guest_links_driver_check check ((view = 'car') = (driver_id is not null));
create index guest_links_driver on guest_links (driver_id) where driver_id is not null;
`

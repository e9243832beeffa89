/** Links for the receiver of a parcel: without pickup and route, with the delivery code. */
export const name = '044-receiver-links'

export const up = `
alter table guest_links add column view text not null default 'follower' check (view in ('follower', 'receiver'));
`

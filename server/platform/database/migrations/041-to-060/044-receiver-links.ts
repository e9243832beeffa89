/** Links for the receiver of a parcel, who sees less of the way and more of the delivery than others. */
export const name = '044-receiver-links'

export const up = `
alter table guest_links add column view text not null default 'follower' check (view in ('follower', 'receiver'));
`

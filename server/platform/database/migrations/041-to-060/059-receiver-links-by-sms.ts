/** Links that the server sent to the receiver of a parcel. */
export const name = '059-receiver-links-by-sms'

export const up = `
alter table guest_links add column by_sms boolean not null default false;
`

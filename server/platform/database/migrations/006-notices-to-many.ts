/** A notice told to many in the same words is one notice with a row for each reader. */
export const name = '006-notices-to-many'

export const up = `
alter table notices drop constraint notices_pkey, add primary key (id, user_id);
`

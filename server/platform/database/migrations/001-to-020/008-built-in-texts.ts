/** The built-in texts as the server last wrote them: a pair that differs from them was edited by the operator. */
export const name = '008-built-in-texts'

export const up = `
alter table languages add column built_in_pairs jsonb not null default '{}';
`

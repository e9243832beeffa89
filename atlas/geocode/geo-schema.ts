import type { Sql } from '../sql.ts'

/** Key of the advisory lock: two starts at once create the schema one after the other. */
const LOCK = 6_371_008

/**
 * Creates the schema `geo` if it is missing. Needs the right to create trusted extensions (pg_trgm).
 * One statement list without parameters is one transaction, so a kill leaves nothing half done.
 *
 * A load is one set of rows for one region and version; it counts only once its state is `ready`.
 */
export const setUpGeo = async (sql: Sql): Promise<void> => {
  await sql.query(`
    select pg_advisory_xact_lock(${LOCK});
    create extension if not exists pg_trgm;
    -- Setting a threshold in a function needs the extension's library in this session.
    select show_trgm('a');
    create schema if not exists geo;
    create table if not exists geo.load (
      id bigint generated always as identity primary key,
      region text not null,
      version text not null,
      state text not null default 'loading' check (state in ('loading', 'ready')),
      touched_at timestamptz not null default now()
    );
    create table if not exists geo.place (
      load_id bigint not null references geo.load on delete cascade,
      id int not null,
      kind text not null check (kind in ('street', 'poi', 'area')),
      name text not null,
      more text[] not null,
      find text not null,
      lexemes tsvector not null,
      lat int not null,
      lng int not null,
      importance real not null,
      context text not null,
      primary key (load_id, id)
    );
    -- One index for both: a search by letters can ask for the rows of its load in the same step.
    create index if not exists place_words on geo.place using gin (lexemes, find gin_trgm_ops);
    drop index if exists geo.place_lexemes, geo.place_find;
    create index if not exists place_lat on geo.place (load_id, lat);
    -- Columns and tables of later versions. Loads of older versions do not have them and are not read.
    alter table geo.place add column if not exists around text[] not null default '{}';
    alter table geo.place add column if not exists categories text[] not null default '{}';
    create table if not exists geo.house (
      load_id bigint not null references geo.load on delete cascade,
      street_id int not null,
      houses text not null,
      primary key (load_id, street_id)
    );
    create table if not exists geo.corner (
      load_id bigint not null references geo.load on delete cascade,
      a int not null,
      b int not null,
      lat int not null,
      lng int not null,
      primary key (load_id, a, b)
    );
    alter table geo.corner add column if not exists context text not null default '';
    create table if not exists geo.line (
      load_id bigint not null references geo.load on delete cascade,
      cell bigint not null,
      lines text not null,
      primary key (load_id, cell)
    );
    create table if not exists geo.word (
      load_id bigint not null references geo.load on delete cascade,
      word text not null,
      count int not null,
      near tsvector not null,
      primary key (load_id, word)
    );
    create index if not exists word_near on geo.word using gin (near);
    -- Words with their load before them. The load alone is in each row too, for a search by letters.
    create or replace function geo.words_of_load(the_load bigint, words text[])
      returns tsvector language sql immutable
      as $$ select array_to_tsvector(array(select the_load::text || '~' || one from unnest(words) one) || (the_load::text || '~')) $$;
    -- The planner does not know the words of a query that is a parameter and would read the whole table.
    -- Of more hits than asked for those of that name, then those with most of the words of the surroundings are kept.
    create or replace function geo.search_places(the_load bigint, asked tsquery, whole text, places text, streets boolean, near_lat int, near_lng int, most int)
      returns table (id int) language sql stable rows 80
      set enable_seqscan = off set enable_indexscan = off
      as $$
        with hits as materialized (
          select p.load_id, p.id, p.kind, p.find, p.lexemes, p.importance, p.lat, p.lng from geo.place p where p.lexemes @@ asked),
        parts as materialized (select one::tsquery as part from string_to_table(places, ' & ') one)
        select h.id from hits h where h.load_id = the_load and (not streets or h.kind = 'street')
        order by case when places = '' then 0
            else (select count(*) from parts where h.lexemes @@ part) end desc,
          (h.find = whole) desc, h.importance - coalesce(0.05 * least(25, sqrt(power((h.lat - near_lat) * 1.11195e-5, 2)
          + power((h.lng - near_lng) * 1.11195e-5 * cosd(h.lat / 1e7), 2))), 0) desc, h.id
        limit most
      $$;
    create or replace function geo.similar_words(the_load bigint, asked tsquery, most int)
      returns table (word text, count int) language sql stable rows 20
      set enable_seqscan = off set enable_indexscan = off
      as $$
        with hits as materialized (select w.load_id, w.word, w.count from geo.word w where w.near @@ asked)
        select h.word, h.count from hits h where h.load_id = the_load order by h.count desc, h.word limit most
      $$;
    -- The planner takes the operator for as cheap as a comparison and would read the whole table (50 ms, not 3).
    create or replace function geo.similar_places(the_load bigint, asked text, most int)
      returns table (id int, similarity real) language sql stable rows 80
      set pg_trgm.word_similarity_threshold = 0.42 set enable_seqscan = off set enable_indexscan = off
      as $$
        with hits as materialized (select p.load_id, p.id, p.find, p.importance from geo.place p
          where p.lexemes @@ quote_literal(the_load::text || '~')::tsquery and p.find %> asked)
        select h.id, word_similarity(asked, h.find) from hits h where h.load_id = the_load
        order by word_similarity(asked, h.find) desc, h.importance desc limit most
      $$;
  `)
}

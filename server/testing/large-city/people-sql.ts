/** Numbers of rows of a large city. */
export interface CitySize {
  readonly bookings: number
  readonly riders: number
  readonly drivers: number
  readonly fleets: number
  /** riders without bookings: one half archived long ago, the other suspended until a time that has passed */
  readonly gone: number
  readonly withdrawals: number
  readonly mails: number
  readonly securityEvents: number
  readonly audits: number
  /** The newest bookings with events and offers; older ones have none, since no list reads them. */
  readonly traced: number
}

/** For each booking 2.5 ledger entries: 2 million bookings have 200,000 people and 5 million entries. */
export const sizeFor = (bookings: number): CitySize => ({
  bookings,
  riders: Math.round(bookings * 0.095),
  drivers: Math.max(60, Math.round(bookings * 0.005)),
  fleets: 50,
  gone: Math.round(bookings * 0.1),
  withdrawals: Math.round(bookings * 0.025),
  mails: Math.round(bookings * 0.15),
  securityEvents: Math.round(bookings * 0.05),
  audits: Math.round(bookings * 0.15),
  traced: Math.min(bookings, 100_000),
})

const quoted = (words: readonly string[]): string => `array[${words.map((word) => `'${word}'`).join(',')}]`

// Some more often than others; the numbers of names have no common factor, so that all pairs occur.
const firstNames = [
  ...'Maria Maria Maria Maria Jose Jose Juan Juan Ana Ana Luis Carlos Sofia Martin Lucia Diego Paula Jorge Elena Pablo'.split(
    ' ',
  ),
  ...'Laura Andres Camila Bruno Valeria Hugo Ines Oscar Nora Ivan Clara Ruben Alma Felix Rosa Tomas Irene Mateo'.split(
    ' ',
  ),
  ...'Анна Иван Ольга Дмитрий محمد فاطمة أحمد שרה דוד 伟 芳'.split(' '),
]
const lastNames = [
  ...'Garcia Garcia Garcia Rodriguez Rodriguez Lopez Lopez Martinez Perez Gonzalez Fernandez Silva Suarez Sosa Acosta'.split(
    ' ',
  ),
  ...'Pereira Castro Vidal Nunez Olivera Cabrera Ferreira Mendez Rocha Duarte Fagundez Brum Zabala Quiroga Umpierrez'.split(
    ' ',
  ),
  ...'Петров Смирнова Кузнецов حسن علي الخطيب כהן לוי 王'.split(' '),
]
const streets = [
  ...'18 de Julio,Rivera,Italia,Bulevar Artigas,Colonia,Mercedes,Canelones,Soriano,Durazno,Maldonado'.split(','),
  ...'Constituyente,Ejido,Yaguaron,Paysandu,Uruguay,Galicia,Cerro Largo,Nicaragua,Asuncion,Lima'.split(','),
  ...'улица Пушкина,Невский проспект,شارع الملك فهد,שדרות רוטשילד,中山路'.split(','),
]
const corners = 'Terminal,Mercado,Hospital,Plaza,Estacion,Puerto,Museo,Parque,Teatro,Facultad,Rambla,Feria,Hotel'.split(
  ',',
)

/** Functions of the generator; the fourth group of an id names its table. Numbers become scattered ones by `mix`. */
export const toolsSql: readonly string[] = [
  `create function pg_temp.uid(kind int, n bigint) returns uuid language sql immutable as
    $$ select ('01900000-0000-7000-' || to_char(8000 + kind, 'FM0000') || '-' || lpad(to_hex(n), 12, '0'))::uuid $$`,
  `create function pg_temp.mix(n bigint, salt int) returns bigint language sql immutable as
    $$ select abs(hashint8(n * 31 + salt)::bigint) $$`,
  `create function pg_temp.first(n bigint) returns text language sql immutable as
    $$ select (${quoted(firstNames)})[1 + n % ${firstNames.length}] $$`,
  `create function pg_temp.last(n bigint) returns text language sql immutable as
    $$ select (${quoted(lastNames)})[1 + n % ${lastNames.length}] $$`,
  `create function pg_temp.place(n bigint) returns text language sql immutable as
    $$ select (${quoted(streets)})[1 + n % ${streets.length}] || ' ' || n / 7 % 4000
      || case when n % 5 = 0 then ', ' || (${quoted(corners)})[1 + n / 11 % ${corners.length}] else '' end $$`,
  `create function pg_temp.plate(n bigint) returns text language sql immutable as
    $$ select 'S' || chr(65 + (n % 26)::int) || chr(65 + (n / 26 % 26)::int) || ' ' || lpad((n * 7 % 10000)::text, 4, '0') $$`,
]

/** Fleet admin of driver n: none for four of ten, and one fleet has a tenth of all drivers. */
const fleetOf = (fleets: number): string =>
  `case when n % 10 < 4 then null when n % 10 = 4 then pg_temp.uid(9, 1) else pg_temp.uid(9, 2 + n % ${fleets - 1}) end`

const people = (
  kind: number,
  from: number,
  until: number,
  { prefix, type, car = 'null', fleet = 'null' }: { prefix: string; type: string; car?: string; fleet?: string },
): string => `select pg_temp.uid(${kind}, n), pg_temp.first(pg_temp.mix(n, ${kind})), pg_temp.last(pg_temp.mix(n, ${kind + 20})),
    '${prefix}.' || n || '@example.org', '+598${kind}' || lpad(n::text, 7, '0'), '${type}', '${prefix}' || n,
    n % 97 <> 96 or n < 10, now() - interval '730 days' + pg_temp.mix(n, ${kind + 40}) % 730 * interval '1 day' + n * interval '1 ms',
    ${car === 'null' ? 'null' : `pg_temp.plate(n)`}, ${car}::uuid, ${fleet}::uuid, ${car === 'null' ? 'false' : 'n % 20 = 0'},
    null::timestamptz
  from generate_series(${from}::bigint, ${until - 1}) n`

export const peopleSql = ({ riders, drivers, fleets, gone }: CitySize): readonly string[] => [
  ...['Economy', 'Comfort', 'Van'].map(
    (
      name,
      place,
    ) => `insert into car_types (id, name, image, rate_per_unit_distance, rate_per_hour, convenience_fee_type, position)
      values (pg_temp.uid(7, ${place + 1}), '${name}', 'hatchback', 28, 240, 'percentage', ${place})`,
  ),
  `insert into users (id, first_name, last_name, email, mobile, usertype, referral_id, approved, created_at, vehicle_number,
      car_type_id, fleetadmin, driver_active_status, deleted_at)
    ${people(9, 1, fleets + 1, { prefix: 'fleet', type: 'fleetadmin' })}
    union all ${people(9, 1000, 1010, { prefix: 'admin', type: 'admin' })}
    union all ${people(1, 0, riders, { prefix: 'rider', type: 'rider' })}
    union all ${people(2, 0, drivers, { prefix: 'driver', type: 'driver', car: 'pg_temp.uid(7, 1 + n % 3)', fleet: fleetOf(fleets) })}`,
  `update users set approved = true where usertype in ('fleetadmin', 'admin')`,
  `insert into users (id, first_name, last_name, email, usertype, referral_id, approved, created_at, deleted_at, deleted_by,
      suspended_at, suspended_until, suspended_by, suspension_reason)
    select pg_temp.uid(8, n), pg_temp.first(n), pg_temp.last(n), 'gone.' || n || '@example.org', 'rider', 'gone' || n, true, at,
      case when is_archived then at + interval '1 day' end, case when is_archived then pg_temp.uid(9, 1000) end,
      case when not is_archived then at + interval '1 day' end, case when not is_archived then at + interval '8 days' end,
      case when not is_archived then pg_temp.uid(9, 1000) end, case when not is_archived then 'lost property' end
    from (select n, n % 2 = 0 as is_archived, now() - interval '60 days' - n % 600 * interval '1 day' as at
      from generate_series(1, ${gone}::bigint) n) one`,
  `insert into driver_positions (driver_id, lat, lng, at)
    select id, -34.9 + random() * 0.1, -56.2 + random() * 0.1, now() from users where driver_active_status`,
]

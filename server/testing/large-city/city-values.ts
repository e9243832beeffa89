const uid = (kind: number, n: number): string => `01900000-0000-7000-${8000 + kind}-${n.toString(16).padStart(12, '0')}`

/** Ids of a large city. */
export const cityIds = {
  admin: uid(9, 1000),
  bigFleet: uid(9, 1),
  fleet: uid(9, 7),
  rider: (n: number): string => uid(1, n),
  driver: (n: number): string => uid(2, n),
  carType: uid(7, 1),
}

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Values of the filters that no schema enumerates, by field. */
export const filterValues: Readonly<Record<string, readonly string[]>> = {
  status: ['NEW', 'COMPLETE', 'PENDING', 'CANCELLED', 'NEW,ACCEPTED,ARRIVED,STARTED,REACHED', 'PENDING,CANCELLED'],
  person: [cityIds.rider(5), cityIds.driver(5)],
  rider: [cityIds.rider(5)],
  driver: [cityIds.driver(5)],
  user: [cityIds.rider(5)],
  actor: [cityIds.admin],
  fleet: [cityIds.bigFleet, cityIds.fleet],
  carType: [cityIds.carType],
  payout: [cityIds.rider(5)],
  from: [dayAgo(30), dayAgo(600)],
  to: [dayAgo(30), dayAgo(600)],
  until: [dayAgo(30), dayAgo(600)],
}

/** Frequent, rare and absent words of two, three and eight letters, in Latin, Cyrillic and Arabic letters. */
export const searchWords = {
  frequent: ['Ma', 'Mar', 'Martinez', 'Ан', 'Анн', 'Кузнецов', 'مح', 'حسن', 'الخطيب'],
  rare: ['4R', '127', 'rider.12', '59810000', 'SZQ', 'Umpierrez 3'],
  absent: ['Qx', 'Qxz', 'Qxzwvjkq', 'Щщ', 'Щщы', 'Щщыъэюяй', 'ظظ', 'ظظغ', 'ظظغضصثقف'],
} as const

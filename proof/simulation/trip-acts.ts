import { bookingsApi } from '@remis/domain/booking/booking-api'
import { quotesApi } from '@remis/domain/fare/quotes-api'
import { dispatchApi } from '@remis/domain/dispatch/dispatch-api'
import { kmBetween, type LatLng } from '@remis/domain/kit/distance'
import { trackingApi, type Fix } from '@remis/domain/tracking/tracking-api'
import { walletApi } from '@remis/domain/wallet/wallet-api'
import { withdrawalsApi } from '@remis/domain/wallet/withdrawals-api'
import { drop, pickup, requestOn, type TestActor } from '@remis/server/testing/test-city'
import { sql } from 'kysely'
import { driveTo, fixOf, forge, hasComfort, isHonest, takeUnsent } from './car.ts'
import { at, type Turn } from './turn.ts'

const minute = 60_000

const book = async ({ world, command: { what, how }, rider, call }: Turn, later: boolean): Promise<string | null> => {
  const tripdate = later ? { bookLater: true, tripdate: world.clock.now() + (16 + (how % 90)) * minute } : {}
  const carType = how % 5 < 2 ? world.city.comfort : world.city.economy
  const quoted = await call(rider, quotesApi.create, { body: { pickup, drop, carType, ...tripdate } })
  if (quoted === null) return null
  const payment_mode = (['cash', 'cash', 'wallet', 'card'] as const)[what % 4] ?? 'cash'
  const body = { ...requestOn(quoted.quote), ...tripdate, paymentPacket: { payment_mode } }
  const made = await call(rider, bookingsApi.create, { body: { ...body, ...(await debtInCash(rider, how)) } })
  if (made !== null) world.bookings.push(made.booking.id)
  return made?.booking.id ?? null
}

/** Two of three riders who owe offer to pay it with the ride; the server decides whether they may. */
const debtInCash = async (rider: TestActor, how: number): Promise<{ debtInCash?: number }> => {
  const owed = how % 3 === 0 ? 0 : (await rider.call(walletApi.read, {})).wallet.owed.total
  return owed > 0 ? { debtInCash: owed } : {}
}

/** Offers that can be accepted now, in the order of their bookings. */
const liveOffers = async ({ world: { city, drivers } }: Turn): Promise<{ id: string; driver: TestActor }[]> => {
  const { rows } = await sql<{ id: string; driver: string }>`select b.id, o.driver_id as driver
    from offers o join bookings b on b.id = o.booking_id
    where o.outcome is null and o.expires_at > clock_timestamp() and b.status = 'NEW'
    order by b.booking_date`.execute(city.database.db.request)
  return drivers.flatMap((driver) => rows.filter((row) => row.driver === driver.id).map(({ id }) => ({ id, driver })))
}

/** Most acceptances use an open offer; without one, a driver goes online and the searches send offers again. */
const accept = async (turn: Turn): Promise<void> => {
  const { world, command, driver, call, move } = turn
  if (command.how % 8 === 0) return move(driver, bookingsApi.accept)
  let offers = await liveOffers(turn)
  if (offers.length === 0) {
    await call(driver, dispatchApi.goOnline, { body: { online: true } })
    await world.sweep('searches for drivers')
    offers = await liveOffers(turn)
  }
  const offer = at(offers, command.what)
  if (offer === undefined) return
  await call(offer.driver, bookingsApi.accept, { params: { id: offer.id }, body: {} })
  const car = turn.carOf(offer.driver)
  if (car.kind === 'sleeper') car.asleep ||= command.how % 2 === 0
}

/** Time passes while the car drives. */
const drive = ({ world, carOf }: Turn, driver: TestActor, to: LatLng, mostMs?: number): Promise<void> =>
  world.clock.pass(driveTo(carOf(driver), to, world.clock.now(), mostMs))

/** To the pickup for those who come; one from afar stays there, and claims to have jumped. */
const come = async (turn: Turn, driver: TestActor): Promise<{ fix?: Fix }> => {
  const { world, command, carOf, send, call } = turn
  const car = carOf(driver)
  if (car.kind !== 'afar') {
    await drive(turn, driver, pickup)
    await send(driver)
    return car.asleep || command.how % 2 === 0 ? {} : { fix: fixOf(car, world.clock.now()) }
  }
  world.note('arrivals claimed from afar')
  if (command.how % 3 === 0) return {}
  await call(driver, trackingApi.send, { body: { fixes: [fixOf(car, world.clock.now())] } })
  return command.how % 3 === 1 ? {} : { fix: fixOf(car, world.clock.now(), pickup) }
}

const arrive = async (turn: Turn): Promise<void> => {
  const driver = await turn.whoseTurn()
  await turn.move(driver, bookingsApi.arrive, await come(turn, driver))
}

const start = async ({ world, command: { how }, id, call, whoseBooking, whoseTurn, carOf }: Turn): Promise<void> => {
  if (id === undefined) return
  const params = { id }
  const code = await call(await whoseBooking(), bookingsApi.get, { params })
  const driver = await whoseTurn()
  const car = carOf(driver)
  const fix = car.asleep || car.unsent.length > 0 || how % 2 === 0 ? {} : { fix: fixOf(car, world.clock.now()) }
  const otp = how % 7 === 0 ? '000000' : (code?.booking.otp ?? '')
  const started = await call(driver, bookingsApi.start, { params, body: { otp, ...fix } })
  if (started === null || !isHonest(car)) return
  // A driver who starts past the pickup without a position is charged from the pickup.
  const from = car.odometer - kmBetween(pickup, car.place)
  world.ways.set(id, { car, from, to: car.odometer })
}

/** The ways in which a trip ends, honest or not. */
const endOfTrip = async (turn: Turn, driver: TestActor) => {
  const { world, command, carOf, send } = turn
  const { how } = command
  const car = carOf(driver)
  if (car.kind === 'forger') {
    world.note('trips with a forged track')
    await world.clock.pass(how % 3 === 0 ? 1000 : 10 * minute)
    return { fixes: forge(car, world.clock.now(), how) }
  }
  if (car.kind === 'afar' || car.kind === 'ally') {
    world.note(car.kind === 'ally' ? 'trips of no time' : 'trips without a position')
    await world.clock.pass(car.kind === 'ally' ? 1000 : 5 * minute)
    return {}
  }
  // one in six ends on the way
  await drive(turn, driver, drop, how % 6 === 0 ? 90_000 : undefined)
  if (car.asleep) world.note('trips with a sleeping phone')
  if (how % 2 === 0) await send(driver)
  return { fixes: takeUnsent(car) }
}

const reach = async (turn: Turn): Promise<void> => {
  const driver = await turn.whoseTurn()
  const body = await endOfTrip(turn, driver)
  const way = turn.world.ways.get(turn.id ?? '')
  if (way !== undefined) way.to = way.car.odometer
  await turn.move(driver, bookingsApi.reach, body)
}

/** A part of the way, to the pickup or the drop. */
const driveOn = async (turn: Turn): Promise<void> => {
  const { world, id, command } = turn
  if (id === undefined) return
  const driver = await turn.whoseTurn()
  if (turn.carOf(driver).kind === 'afar') return
  const row = world.city.database.db.request.selectFrom('bookings').select(['status', 'driver']).where('id', '=', id)
  const { status, driver: whose } = (await row.executeTakeFirst()) ?? {}
  if (whose !== driver.id || (status !== 'STARTED' && status !== 'ACCEPTED')) return
  const mostMs = 20_000 + (command.how % 60) * 1000
  await drive(turn, driver, status === 'STARTED' ? drop : pickup, mostMs)
  await turn.send(driver)
}

/** A driver's cancel creates a successor booking; later commands address it too. */
const meetSuccessor = async ({ world: { city, bookings }, id }: Turn): Promise<void> => {
  if (id === undefined) return
  const row = city.database.db.request.selectFrom('bookings').select('successor').where('id', '=', id)
  const successor = (await row.executeTakeFirst())?.successor
  if (successor && !bookings.includes(successor)) bookings.push(successor)
}

/** By the rider, an admin or, mostly, the driver; some wait until it costs a fee. */
const cancel = async (turn: Turn, who: 'anyone' | 'driver'): Promise<void> => {
  const { world, command, move, whoseBooking, whoseTurn } = turn
  const { how } = command
  const driver = await whoseTurn()
  if (who === 'anyone' && how % 3 === 0) {
    await world.clock.pass(6 * minute)
    // the fee requires recent positions that approach the pickup
    if (turn.carOf(driver).kind !== 'afar') await drive(turn, driver, pickup, 90_000)
    await turn.send(driver)
  }
  const actor = who === 'driver' ? driver : how % 4 === 1 ? world.admin : await whoseBooking()
  await move(actor, bookingsApi.cancel, { reason: world.city.reason })
  await meetSuccessor(turn)
}

/** After a wait at the pickup, with the app open or not, or far from it. */
const noShow = async (turn: Turn): Promise<void> => {
  const { world, command, whoseTurn, carOf, call } = turn
  const driver = await whoseTurn()
  const car = carOf(driver)
  const silent = command.how % 5 === 1
  for (let waited = 0; waited < (command.how % 4 === 0 ? 2 : 6); waited++) {
    await world.clock.pass(minute)
    if (silent || car.kind === 'afar') continue
    car.unsent.push(fixOf(car, world.clock.now()))
    await turn.send(driver)
  }
  if (car.kind === 'afar') {
    world.note('no-shows claimed from afar')
    const claimed = [fixOf(car, world.clock.now()), fixOf(car, world.clock.now() + 1, pickup)]
    if (command.how % 3 > 0) await call(driver, trackingApi.send, { body: { fixes: claimed } })
  } else if (silent) {
    world.note('no-shows after a silence')
    car.unsent.push(fixOf(car, world.clock.now()))
    await turn.send(driver)
  }
  await turn.move(driver, bookingsApi.cancel, { noShow: true })
}

/** A rider and a driver who work together: a ride of no time, or a late cancel for its fee; then they withdraw all. */
const collude = async (turn: Turn): Promise<void> => {
  const { world, command, call, carOf } = turn
  const allies = world.drivers.filter((one) => carOf(one).kind === 'ally')
  const driver = at(allies, command.who)
  const rider = world.riders.at(-1)
  if (driver === undefined || rider === undefined) return
  world.note('rounds of a colluding pair')
  const { comfort, economy } = world.city
  const carType = hasComfort(world.drivers.indexOf(driver)) ? comfort : economy
  const quoted = await call(rider, quotesApi.create, { body: { pickup, drop, carType } })
  if (quoted === null) return
  const made = await call(rider, bookingsApi.create, {
    body: { ...requestOn(quoted.quote), ...(await debtInCash(rider, command.how)) },
  })
  if (made === null) return
  const { id } = made.booking
  world.bookings.push(id)
  const params = { id }
  await world.sweep('searches for drivers')
  if ((await call(driver, bookingsApi.accept, { params, body: {} })) === null) return
  const cancels = command.how % 2 === 0
  if (cancels) await world.clock.pass(6 * minute)
  await drive(turn, driver, pickup)
  await turn.send(driver)
  if (cancels) {
    await call(rider, bookingsApi.cancel, { params, body: { reason: world.city.reason } })
  } else {
    await call(driver, bookingsApi.arrive, { params, body: {} })
    const code = await call(rider, bookingsApi.get, { params })
    await call(driver, bookingsApi.start, { params, body: { otp: code?.booking.otp ?? '' } })
    await call(driver, bookingsApi.reach, { params, body: {} })
    await call(driver, bookingsApi.pay, {
      params,
      body: { payment_mode: 'cash', with_debt: (made.booking.debtDue ?? 0) > 0 },
    })
  }
  const asked = await call(driver, withdrawalsApi.request, { body: { amount: 1 + (command.how % 900) } })
  if (asked !== null) world.withdrawals.push(asked.withdrawal.id)
}

/** All that moves a booking up to its end. */
export const tripActs = {
  book: (turn: Turn) => book(turn, false),
  bookLater: (turn: Turn) => book(turn, true),
  accept,
  arrive,
  start,
  driveOn,
  reach,
  cancel: (turn: Turn) => cancel(turn, 'anyone'),
  driverCancels: (turn: Turn) => cancel(turn, 'driver'),
  noShow,
  collude,
  phoneSleeps: async ({ world, command: { who } }: Turn) => {
    const car = at(
      world.cars.filter(({ kind }) => kind === 'sleeper'),
      who,
    )
    if (car !== undefined) car.asleep = true
  },
  phoneWakes: async ({ world, command: { who }, call, carOf, send }: Turn) => {
    const driver = at(
      world.drivers.filter((one) => carOf(one).asleep),
      who,
    )
    if (driver === undefined) return
    const car = carOf(driver)
    car.asleep = false
    if (car.unsent.length > 0) world.note('backlogs of a phone sent late')
    car.unsent.push(fixOf(car, world.clock.now()))
    await send(driver)
    // the server has set a driver without a trip offline
    await call(driver, dispatchApi.goOnline, { body: { online: true } })
  },
}

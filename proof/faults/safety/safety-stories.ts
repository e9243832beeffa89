import { safetyApi, safetyDeskApi } from '@remis/domain/safety/safety-api'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { makeAct } from '../../api-client.ts'
import { ofCall, type CallStory } from '../call-stories.ts'
import type { CrashCity } from '../crash-city.ts'
import { counting, untilOnce, type Story } from '../story.ts'

const pressOf = (bookingId: string) =>
  makeAct(safetyApi.panic, { params: { id: bookingId }, body: { pressedAt: Date.now(), position: null } })

/** Counts the alerts that have their timeline entry and a notice to each admin. */
const alertsOf = (city: CrashCity, bookingId: string) =>
  counting(
    city,
    sql`select count(*)::int as count from safety_alerts a where booking_id = ${bookingId}
      and exists (select from safety_events e where e.alert_id = a.id and e.what = 'sent')
      and exists (select from notices n where n.booking_id = a.booking_id and n.message = 'notice_alert_rider')`,
  )

const linesOf = (city: CrashCity, alert: string, what: string) =>
  counting(
    city,
    sql`select count(*)::int as count from safety_events where alert_id = ${alert} and what = ${what}
      and exists (select from audit_log where data ->> 'alert' = ${alert})`,
  )

/** An open question to the rider; resolves with its id. */
const ask = async (city: CrashCity, bookingId: string, rider: string): Promise<string> => {
  const question = randomUUID()
  await sql`insert into safety_questions (id, booking_id, user_id, hint)
    values (${question}, ${bookingId}, ${rider}, 'long-stop')`.execute(city.db.request)
  return question
}

/** A red alert of a rider on a started trip, acknowledged by the admin where a step needs it. */
const withAlert = async (city: CrashCity, taken: boolean) => {
  const [admin, ride] = [await city.person('admin'), await city.ride('STARTED')]
  const body = { pressedAt: Date.now(), position: null }
  const { alert } = await ride.rider.call(safetyApi.panic, { params: { id: ride.id }, body })
  if (taken) await admin.call(safetyDeskApi.take, { params: { id: alert.id } })
  return { admin, id: alert.id }
}

const steps = [
  { endpoint: safetyDeskApi.take, what: 'taken' },
  { endpoint: safetyDeskApi.note, what: 'note', body: { text: 'Called the rider' } },
  { endpoint: safetyDeskApi.close, what: 'closed', body: { outcome: 'helped' } },
] as const

/** Alerts of riders, and what the office does with them. */
export const safetyStories = [
  {
    endpoint: safetyApi.panic,
    points: [],
    prepare: async (city: CrashCity) => {
      const [, { rider, id }] = [await city.person('admin'), await city.ride('STARTED')]
      return { client: rider, act: pressOf(id), happened: alertsOf(city, id) }
    },
  } satisfies CallStory,
  {
    endpoint: safetyApi.answer,
    points: [],
    prepare: async (city: CrashCity) => {
      const [, { rider, id }] = [await city.person('admin'), await city.ride('STARTED')]
      const question = await ask(city, id, rider.id)
      const act = makeAct(safetyApi.answer, { params: { id }, body: { question, fine: false, position: null } })
      return { client: rider, act, happened: alertsOf(city, id) }
    },
  } satisfies CallStory,
  ...steps.map(({ endpoint, what, ...more }): CallStory => ({
    endpoint,
    points: [],
    prepare: async (city) => {
      const { admin, id } = await withAlert(city, what !== 'taken')
      const act = makeAct(endpoint, { params: { id }, ...more } as never)
      return { client: admin, act, happened: linesOf(city, id, what) }
    },
  })),
].map(ofCall)

/**
 * An unanswered question raises one alert, with its answer set to `none` and the first timeline entry
 * [design/safety-22].
 */
export const escalationStory: Story = {
  name: 'sweep: unanswered safety questions',
  points: ['escalate.answered', 'escalate.before_commit'],
  scheduled: true,
  prepare: async (city) => {
    const { rider, id } = await city.ride('STARTED')
    const question = await ask(city, id, rider.id)
    const happened = counting(
      city,
      sql`select count(*)::int as count from safety_alerts a join safety_events e on e.alert_id = a.id
        join safety_questions q on q.booking_id = a.booking_id
        where q.id = ${question} and q.answer = 'none' and a.kind = 'unanswered' and e.what = 'unanswered'`,
    )
    return {
      go: () =>
        sql`update safety_questions set asked_at = asked_at - interval '4 minutes' where id = ${question}`.execute(
          city.db.request,
        ),
      again: () => untilOnce(happened),
      happened,
    }
  },
}

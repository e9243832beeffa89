import { expect } from 'vitest'
import type { ServerProcess } from '../server-process.ts'
import type { CrashCity } from './crash-city.ts'
import type { Ready, Story } from './story.ts'

/** A story and the point at which its server is killed. */
export interface Death {
  readonly story: Story
  readonly at: string
}

interface Prepared extends Death {
  readonly ready: Ready
}

/** Whether a hold at the other story's point would stop this one on its way to its own. */
const isStopped = ({ story: { points, passes = [] }, at }: Death, by: string): boolean =>
  passes.includes(by) || (points.includes(by) && points.indexOf(by) <= points.indexOf(at))

/** Whether both can be brought to their points in one server. */
export const apart = (one: Death, other: Death): boolean =>
  one.story !== other.story &&
  !one.story.alone &&
  !other.story.alone &&
  !isStopped(one, other.at) &&
  !isStopped(other, one.at)

const holdAll = (deaths: readonly Death[]): string => deaths.map(({ at }) => `${at}=hold`).join(';')

const busyMs = 20_000

/** A server on a loaded machine may answer that it is busy; the caller then repeats the call. */
const untilAnswered = async <T>(again: () => Promise<T>): Promise<T> => {
  const end = performance.now() + busyMs
  for (;;) {
    try {
      return await again()
    } catch (error) {
      if ((error as { key?: string }).key !== 'busy_try_again' || performance.now() > end) throw error
    }
  }
}

/** The call is cut by the kill, so its caller does not know the result. */
const cut = async ({ at, story, ready }: Prepared): Promise<void> => {
  const key = await untilAnswered(ready.go).then(
    () => 'an answer',
    (error: unknown) => (error instanceof TypeError ? 'cut' : ((error as { key?: string }).key ?? String(error))),
  )
  if (story.scheduled !== true && key !== 'fetch_call_error' && key !== 'cut')
    throw new Error(`${at} ended with ${key}`)
}

/** The server's own work comes first: it may take longer than a call may last. */
const bringAll = async (server: ServerProcess, prepared: readonly Prepared[]): Promise<Promise<void>[]> => {
  const own = prepared.filter(({ story }) => story.scheduled)
  const asked = prepared.filter(({ story }) => !story.scheduled)
  const calls: Promise<void>[] = []
  for (const group of [own, asked]) {
    calls.push(...group.map(cut))
    for (const call of calls) call.catch(() => undefined)
    const refused = Promise.all(calls).then(() => new Promise<never>(() => undefined))
    await Promise.race([refused, server.held(...group.map(({ at }) => at))])
  }
  return calls
}

const dieTogether = async (server: ServerProcess, prepared: readonly Prepared[]): Promise<void> => {
  const calls = await bringAll(server, prepared)
  await server.kill()
  await Promise.all(calls)
}

/** Each try has new people and rides. */
const prepareAll = (city: CrashCity, deaths: readonly Death[]): Promise<Prepared[]> =>
  Promise.all(deaths.map(async (death) => ({ ...death, ready: await untilAnswered(() => death.story.prepare(city)) })))

const expectOnce = async ({ at, story, ready: { again, happened } }: Prepared): Promise<void> => {
  if (story.scheduled !== true)
    expect(await happened(), `${at}, before the repetition`).toBe(at.endsWith('.committed') ? 1 : 0)
  const first = await untilAnswered(again).catch((error: unknown) => {
    throw new Error(`${story.name}, killed at ${at}: the repetition failed: ${String(error)}`, { cause: error })
  })
  expect(await untilAnswered(again), `${at}, after the repetition`).toEqual(first)
  expect(await happened(), at).toBe(1)
}

/**
 * All stories are brought to their points side by side, then the server is killed with all of them in progress. After
 * the restart each caller repeats its call with the same key: it must then have happened once, and before that if and
 * only if it was committed.
 */
export const killRound = async (server: ServerProcess, city: CrashCity, deaths: readonly Death[]): Promise<void> => {
  const prepared = await prepareAll(city, deaths)
  try {
    if (prepared.some(({ ready }) => ready.due)) await startWhenDue(server, prepared)
    else await server.setFailpoints(holdAll(prepared))
    await dieTogether(server, prepared)
  } finally {
    await server.kill()
    await server.start()
  }
  await Promise.all(prepared.map(expectOnce))
}

/** A start costs seconds, but its first sweeps come after one, and not after up to 15. */
const startWhenDue = async (server: ServerProcess, prepared: readonly Prepared[]): Promise<void> => {
  await server.kill()
  for (const { ready } of prepared) await ready.due?.()
  await server.start({ REMIS_FAILPOINTS: holdAll(prepared) })
}

/** Every call that was ever answered with 2xx gets the same answer again. */
export const expectNothingLost = async ({ acknowledged }: CrashCity): Promise<void> => {
  for (const { client, act, reply } of acknowledged)
    expect(await client.make(act), `${act.endpoint.method} ${act.endpoint.path}`).toEqual(reply)
}

import { expect } from 'vitest'
import type { ServerProcess } from '../server-process.ts'
import type { CrashCity } from './crash-city.ts'
import type { Ready, Story } from './stories.ts'

/** A story and the point at which its server dies. */
export interface Death {
  readonly story: Story
  readonly at: string
}

const holdAll = (deaths: readonly Death[]): string => [...new Set(deaths.map(({ at }) => `${at}=hold`))].join(';')

/** The call is cut by the kill: that its caller does not know how it ended is the point. */
const cut = async (at: string, call: Promise<unknown>): Promise<void> => {
  const key = await call.then(
    () => 'an answer',
    (error: unknown) => (error as { key?: string }).key ?? String(error),
  )
  if (key !== 'fetch_call_error') throw new Error(`${at} ended with ${key}`)
}

const isCommitted = (at: string): boolean => at.endsWith('.committed')

interface Prepared {
  readonly ready: Ready
  readonly death: Death
}

const prepareAll = async (city: CrashCity, deaths: readonly Death[]): Promise<Prepared[]> => {
  const prepared: Prepared[] = []
  for (const death of deaths) prepared.push({ death, ready: await death.story.prepare(city) })
  return prepared
}

const dieTogether = async (server: ServerProcess, prepared: readonly Prepared[]): Promise<void> => {
  const calls = Promise.all(prepared.map(({ ready: { client, act }, death }) => cut(death.at, client.make(act))))
  calls.catch(() => undefined)
  await Promise.race([calls, server.held(...prepared.map(({ death }) => death.at))])
  await server.kill()
  await calls
}

/**
 * All stories are brought to their points side by side, then the server is killed with all of them in the midst. After
 * the restart each caller repeats its call with the same key: it must have happened once then, and it must have happened
 * before if and only if it was committed. What was acknowledged earlier is still answered as it was.
 */
export const killRound = async (server: ServerProcess, city: CrashCity, deaths: readonly Death[]): Promise<void> => {
  const ready = await prepareAll(city, deaths)
  await server.kill()
  try {
    await server.start({ REMIS_FAILPOINTS: holdAll(deaths) })
    await dieTogether(server, ready)
  } finally {
    await server.kill()
    await server.start()
  }
  for (const { ready: it, death } of ready) {
    expect(await it.happened(), `${death.at}, before it is repeated`).toBe(isCommitted(death.at) ? 1 : 0)
    const first = await it.client.make(it.act).catch((error: unknown) => {
      throw new Error(`${death.at}: repeated it is refused`, { cause: error })
    })
    expect(await it.client.make(it.act), `${death.at}, repeated again`).toEqual(first)
    expect(await it.happened(), death.at).toBe(1)
  }
}

/** Everything that was ever answered with 2xx is answered so again. */
export const expectNothingLost = async ({ acknowledged }: CrashCity): Promise<void> => {
  for (const { client, act, reply } of acknowledged)
    expect(await client.make(act), `${act.endpoint.method} ${act.endpoint.path}`).toEqual(reply)
}

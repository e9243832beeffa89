import { endpoint } from '@remis/domain/kit/endpoint'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { waitFor } from '../../testing/actors.ts'
import { databaseFor } from '../../testing/test-database.ts'
import { makeTestFailpoints } from '../../testing/test-failpoints.ts'
import { makePlatform } from '../../testing/test-platform.ts'
import { runServer } from './running-server.ts'
import { serve } from '../http/use-case.ts'

const database = await databaseFor(import.meta.url)

const api = {
  slow: endpoint({
    method: 'GET',
    path: '/api/slow',
    summary: '',
    roles: ['anyone'],
    relation: 'none',
    rate: 'none',
    reply: z.object({ done: z.boolean() }),
  }),
}

const start = async () => {
  const failpoint = makeTestFailpoints()
  const app = makePlatform(database, { failpoint, limits: { http: { drainMs: 500 } } })
  const served = serve<typeof app, typeof api>(api, {
    slow: async () => {
      await failpoint.at('slow')
      return { done: true }
    },
  })
  const features = { served, sweeps: {}, tasks: {}, consumers: {}, render: {}, on: {} }
  const server = await runServer({ app, features, direct: database.connection, onLive: () => undefined })
  return { server, failpoint }
}

it('lets calls in flight finish and refuses new ones', async () => {
  const { server, failpoint } = await start()
  const gate = failpoint.pause('slow')
  const call = fetch(`${server.url}/api/slow`)
  await gate.reached
  const stopping = server.stop()
  await waitFor(() =>
    fetch(`${server.url}/health`).then(
      (answer) => answer.status === 503,
      () => true,
    ),
  )
  gate.release()
  expect(await (await call).json()).toEqual({ done: true })
  await stopping
})

it('cuts a call that does not finish in time', async () => {
  const { server, failpoint } = await start()
  const gate = failpoint.pause('slow')
  const call = fetch(`${server.url}/api/slow`).then(
    () => 'answered',
    () => 'cut',
  )
  await gate.reached
  const began = performance.now()
  await server.stop()
  // the call would never finish
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(await call).toBe('cut')
  gate.release()
})

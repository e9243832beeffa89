import { endpoint } from '@remis/domain/kit/endpoint'
import { nothing, text } from '@remis/domain/kit/schema'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { databaseFor } from '../../testing/test-database.ts'
import { makePlatform } from '../../testing/test-platform.ts'
import { createHttpServer } from './http-server.ts'
import { serve } from './use-case.ts'

const app = makePlatform(await databaseFor(import.meta.url))
const api = {
  write: endpoint({
    relation: 'none',
    rate: 'none',
    method: 'POST',
    path: '/api/write',
    summary: '',
    roles: ['rider'],
    body: z.strictObject({ name: text(5) }),
    reply: nothing,
  }),
}
const server = await createHttpServer(app, serve<typeof app, typeof api>(api, { write: () => Promise.resolve({}) }), {})
afterAll(() => server.fastify.close())

const get = (url: string, headers: Record<string, string> = {}) => server.fastify.inject({ url, headers })

describe('operator and developer routes', () => {
  it('answer', async () => {
    expect((await get('/health')).json()).toEqual({ status: 'ok' })
    const query = vi.spyOn(app.db.request.getExecutor(), 'executeQuery')
    const [one, two] = await Promise.all([get('/ready'), get('/ready')])
    expect([one, two, await get('/ready')].map((answer) => answer.json())).toEqual(
      Array.from({ length: 3 }, () => ({ status: 'ready', database: true })),
    )
    expect(query).toHaveBeenCalledTimes(1)
    const metrics = (await get('/metrics')).body
    for (const name of ['remis_http_seconds', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds'])
      expect(metrics).toContain(`# HELP ${name} `)
    expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(403)
    const document = (await get('/api/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(document.paths['/api/write'].post.requestBody.content['application/json'].schema).toMatchObject({
      additionalProperties: false,
      required: ['name'],
    })
    const page = await get('/api/docs')
    const nonce = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1]
    expect(page.body).toContain(`<style nonce="${nonce}">`)
    expect(page.body).not.toContain('<script')
  })
})

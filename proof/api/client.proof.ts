import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openCity } from '@remis/server/testing/test-city'
import { databaseFor } from '@remis/server/testing/test-database'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { afterAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
/** Inside the project, so that the client finds its packages. */
const folder = join(root, '.cache', `typed-client-${process.pid}`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const city = await openCity(await databaseFor(import.meta.url))

/** A third party's client, from the generated types and openapi-fetch. */
const client = `
import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

const from = { lat: -34.9058, lng: -56.1913, add: '18 de Julio 1234' }
const to = { lat: -34.8938, lng: -56.1664, add: 'Terminal Tres Cruces' }

export const bookRide = async (baseUrl: string, email: string, password: string): Promise<string[]> => {
  const api = createClient<paths>({ baseUrl })
  const refused = await api.POST('/api/sessions', { body: { email, password: 'not this one' } })
  if (refused.error === undefined) throw new Error('a wrong password was accepted')
  const session = await api.POST('/api/sessions', { body: { email, password } })
  if (session.error) throw new Error(session.error.error.message)
  const headers = { authorization: 'Bearer ' + session.data.token }
  const cars = await api.GET('/api/car-types', { headers })
  const carType = cars.data?.rows[0]?.id
  if (carType === undefined) throw new Error('no car type')
  const quoted = await api.POST('/api/quotes', { headers, body: { pickup: from, drop: to, carType } })
  if (quoted.error) throw new Error(quoted.error.error.message)
  const end = ({ lat, lng, add }: typeof from) => ({ coords: { lat, lng }, description: add })
  const booking = {
    headers,
    params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
    body: {
      quote: quoted.data.quote.id,
      pickup: end(from),
      drop: end(to),
      carDetails: { id: carType },
      paymentPacket: { payment_mode: 'cash' as const },
      bookLater: false,
    },
  }
  const booked = await api.POST('/api/bookings', booking)
  if (booked.error) throw new Error(booked.error.error.message)
  const again = await api.POST('/api/bookings', booking)
  const { id } = booked.data.booking
  const read = await api.GET('/api/bookings/{id}', { headers, params: { path: { id } } })
  if (read.error) throw new Error(read.error.error.message)
  const refusal: string = refused.error.error.key
  return [refusal, id, again.data?.booking.id ?? '', read.data.booking.id, read.data.booking.status]
}
`

it(
  'a client generated from the OpenAPI document compiles and books a ride [design/api-2]',
  { timeout: 120_000 },
  async () => {
    const document = await (await fetch(`${city.server.url}/api/openapi.json`)).text()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'api.d.ts'), astToString(await openapiTypescript(document)))
    const file = join(folder, 'book-ride.ts')
    writeFileSync(file, client)
    const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc')
    const options =
      '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --module esnext --moduleResolution bundler'
    const words = [
      ...options.split(' '),
      '--target',
      'es2023',
      '--lib',
      'es2023,dom',
      '--types',
      '',
      '--ignoreConfig',
      file,
    ]
    const compiled = spawnSync(process.execPath, [compiler, ...words], { cwd: folder, encoding: 'utf8' })
    expect(compiled.stdout + compiled.stderr).toBe('')

    await city.driver()
    const form = {
      firstName: 'Rider',
      lastName: 'One',
      email: 'rider.one@example.org',
      password: 'abc@*#123',
      mobile: '+59894777555',
    }
    const registered = await fetch(`${city.server.url}/user_signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ regData: form }),
    })
    expect(registered.status).toBe(200)
    const { bookRide } = (await import(/* @vite-ignore */ file)) as {
      bookRide: (base: string, email: string, password: string) => Promise<string[]>
    }
    const [refusal, id, again, read, status] = await bookRide(city.server.url, form.email, form.password)
    expect(refusal).toMatch(/^\w+$/)
    expect([again, read, status]).toEqual([id, id, 'NEW'])
  },
)

import { databaseFor } from '@remis/server/testing/test-database'
import { beforeAll, describe, it } from 'vitest'
import { many } from '../scale.ts'
import { explore } from './explore.ts'
import { openFuzzCity, type FuzzCity } from './fuzz-city.ts'
import { commonFaultsOf, isError } from './judge.ts'
import { returnCases, startCases, webhookCases, type PayCase } from './pay-case.ts'
import { watchOf, type Watch } from './watch.ts'
import type { Answer } from './wire.ts'

const database = await databaseFor(import.meta.url)
let city: FuzzCity
let watch: Watch

beforeAll(async () => {
  city = await openFuzzCity(database)
  watch = await watchOf(database.db.request)
})

const isRefusal = ({ status, headers }: Answer): boolean =>
  status >= 400 || String(headers['location'] ?? '').includes('/pay/status/refused')

/** Where a browser may be sent: to a page of ours, or to the trial gateway below our own address. */
const leadsHome = ({ headers }: Answer): boolean => {
  const location = headers['location']
  if (location === undefined) return true
  const { pathname, host } = new URL(String(location), 'http://localhost')
  return pathname.startsWith('/pay/') && /^(localhost|127\.0\.0\.1)(:\d+)?$/.test(host)
}

const faultsOf = (asked: PayCase, answer: Answer): string[] => {
  const faults = commonFaultsOf(answer)
  if (!leadsHome(answer)) faults.push('it redirects to a foreign site')
  const { status, text } = answer
  const isGateway = asked.url.includes('/webhook') || asked.url.includes('/gateway/') || asked.method === 'HEAD'
  if (status >= 400 && !isGateway && !isError(JSON.parse(text), false)) faults.push('the error does not fit its schema')
  return faults
}

describe('the pay routes answer any input', () => {
  it.each(['POST /pay/:provider', 'POST /pay/:provider/webhook', 'returns, cancels, the trial gateway'])(
    '%s',
    async (name) => {
      const { app, url } = city.city.server
      const secret = app.secret.keyFor('test-gateway').toString('hex')
      await explore({
        name,
        base: url,
        runs: many(40, 10_000),
        cases: () =>
          name.endsWith('webhook')
            ? webhookCases(city, secret)
            : name.startsWith('POST')
              ? startCases(city)
              : returnCases(city),
        faults: faultsOf,
        mayChange: (_asked, answer) => !isRefusal(answer),
        watch,
      })
    },
  )
})

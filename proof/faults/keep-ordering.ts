import { paymentsApi } from '@remis/domain/payments/payments-api'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../api-client.ts'

/** A rider that orders continuously: each order either happened and was acknowledged, or may be repeated. */
export const keepOrdering = (client: Client) => {
  const seen: string[] = []
  let goOn = true
  const work = (async () => {
    while (goOn) {
      const answer = await client.call(paymentsApi.topUp, { body: { amount: 10 } }).then(
        () => 'ok',
        (error: unknown) => String((error as { key?: string }).key),
      )
      seen.push(answer)
      // Within the flood limit of a person, twice, since every call is repeated.
      await sleep(150)
    }
  })()
  return {
    seen,
    stop: async () => {
      goOn = false
      await work
    },
  }
}

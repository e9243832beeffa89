import type { HumanCheck } from '@remis/domain/accounts/human-check/human-check-api'
import { phoneCalls } from '@remis/domain/accounts/phone/phone-routes'
import { useCallback, useEffect, useRef } from 'react'
import { plainCall } from '../../platform/api/plain-call.ts'

interface Prepared {
  readonly check: NonNullable<HumanCheck>
  /** by `performance.now()` */
  readonly from: number
  readonly until: number
}

/** In a worker: the page stays responsive while it counts. */
const solve = (question: string, bits: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./solve-worker.ts', import.meta.url), { type: 'module' })
    const end = (then: () => void) => {
      worker.terminate()
      then()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<number>) => end(() => resolve(data)))
    worker.addEventListener('error', () => end(() => reject(new Error('the human check could not be solved'))))
    worker.postMessage({ question, bits })
  })

/** The call may take this long to arrive, ms. */
const marginMs = 10_000

const prepare = async (): Promise<Prepared> => {
  const { question, bits, notBefore, validFor } = await plainCall(phoneCalls.humanCheck, { body: {} })
  const asked = performance.now()
  const answer = await solve(question, bits)
  return { check: { question, answer }, from: asked + notBefore, until: asked + validFor - marginMs }
}

/**
 * Prepares the answer of the invisible human check [accounts-27] while the person types. Returns a function that gives
 * the answer for one call, and makes a new one if there is none or it has expired.
 */
export const useHumanCheck = (): (() => Promise<NonNullable<HumanCheck>>) => {
  const next = useRef<Promise<Prepared> | null>(null)
  useEffect(() => {
    const prepared = (next.current ??= prepare())
    // a failure is shown when the answer is needed
    prepared.catch(() => undefined)
  }, [])
  return useCallback(async () => {
    const prepared = await (next.current ?? prepare()).catch(() => prepare())
    next.current = null
    const { check, from } = performance.now() > prepared.until ? await prepare() : prepared
    const wait = from - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    return check
  }, [])
}

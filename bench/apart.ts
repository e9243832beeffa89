import { once } from 'node:events'
import { startProgram } from './city/start-program.ts'
import type { Found } from './report/found.ts'

/** Our own code by itself, in a process of its own: bundled as the product runs it, beside a peer that needs no loader. */
export const apart = async (name: 'nearest'): Promise<Found> => {
  const child = await startProgram(name)
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${name} ended with ${code} and found nothing`)
  })
  const [found] = (await Promise.race([once(child, 'message'), failed])) as [Found]
  failed.catch(() => undefined)
  child.disconnect()
  return found
}

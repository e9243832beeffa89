import { nextWord, startProgram } from './city/start-program.ts'
import type { Found } from './report/found.ts'

/** Our own code by itself, in a process of its own: bundled as the product runs it, beside a peer that needs no loader. */
export const apart = async (name: 'nearest'): Promise<Found> => {
  const child = await startProgram(name)
  const found = await nextWord<Found>(child)
  child.disconnect()
  return found
}

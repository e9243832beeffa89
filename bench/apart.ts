import { nextMessage, startProgram } from './city/start-program.ts'
import type { Found } from './report/found.ts'

/**
 * Runs our code in a separate process, bundled as in the product: the peer that it is compared with needs no loader.
 */
export const apart = async (name: 'nearest'): Promise<Found> => {
  const child = await startProgram(name)
  const found = await nextMessage<Found>(child)
  child.disconnect()
  return found
}

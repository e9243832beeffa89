import { queryClient } from '../api/plain-call.ts'

/** ms */
const longestWait = 2000

/**
 * After an edit, so that a row that is opened next is the saved one. Where the list cannot be read, the sheet or dialog
 * of the edit closes all the same [design/web-154].
 */
export const readListAgain = async (name: string): Promise<void> => {
  const waited = new Promise((done) => setTimeout(done, longestWait))
  await Promise.race([queryClient.invalidateQueries({ queryKey: [name] }), waited])
}

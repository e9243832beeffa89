import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Counts millionths of a US dollar against the share of one person. False: the share is used up, so nothing is sent.
 */
export type CountShare = (microDollars: number) => Promise<boolean>

const spender = new AsyncLocalStorage<CountShare>()

/** Every paid request that `call` sends to an outside service counts against this share [design/maps-85]. */
export const withShare = <T>(share: CountShare, call: () => Promise<T>): Promise<T> => spender.run(share, call)

/** False: the person on whose behalf the request is sent has no share left. Work of the server itself has no share. */
export const countShare = async (microDollars: number): Promise<boolean> => {
  const share = spender.getStore()
  return microDollars === 0 || share === undefined || share(microDollars)
}

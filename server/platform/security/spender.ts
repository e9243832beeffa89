import { AsyncLocalStorage } from 'node:async_hooks'

/** The share of one person, in millionths of a US dollar. */
export interface Share {
  /** False: the share is used up, so nothing is sent and nothing is counted. */
  readonly count: (microDollars: number) => Promise<boolean>
  /** Takes back what was counted for a request that is not sent. */
  readonly uncount: (microDollars: number) => Promise<void>
}

const spender = new AsyncLocalStorage<Share>()

/** Every paid request that `call` sends to an outside service counts against this share [design/maps-85]. */
export const withShare = <T>(share: Share, call: () => Promise<T>): Promise<T> => spender.run(share, call)

/** False: the person on whose behalf the request is sent has no share left. Work of the server itself has no share. */
export const countShare = async (microDollars: number): Promise<boolean> => {
  const share = spender.getStore()
  return microDollars === 0 || share === undefined || share.count(microDollars)
}

/** The request that was counted is not sent. */
export const uncountShare = async (microDollars: number): Promise<void> => {
  if (microDollars > 0) await spender.getStore()?.uncount(microDollars)
}

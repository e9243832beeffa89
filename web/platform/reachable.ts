/** Does the server answer? A device may believe that it is online, and be wrong. */
export const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  try {
    return (await fetch('/api/settings/public', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}

import { useEffect, useState } from 'react'
import { serverNow } from './live.ts'

/** The server's time, renewed each `every` ms while the component shows it. */
export const useNow = (every: number): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}

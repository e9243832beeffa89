import { useEffect, useState } from 'react'

/** How often the state of the sound is read, ms: a phone call or a locked screen interrupts it. */
const everyMs = 2500

/** ms; a browser that blocks the sound leaves the request to resume it open, and would play late */
const resumeMs = 500

let audio: AudioContext | undefined

/** Browsers allow sound after a press on the page only. */
const mayPlay = (): boolean => navigator.userActivation?.hasBeenActive ?? true

/** Null if the browser blocks sound until a press on the page, or the device has no sound. */
export const openSound = async (): Promise<AudioContext | null> => {
  if (!mayPlay()) return null
  try {
    audio ??= new AudioContext()
    if (audio.state !== 'running')
      await Promise.race([audio.resume(), new Promise((done) => setTimeout(done, resumeMs))])
    return audio.state === 'running' ? audio : null
  } catch {
    return null
  }
}

/** Whether the browser blocks the sound while `on`; the next press on the page unblocks it. */
export const useSoundBlocked = (on: boolean): boolean => {
  const [blocked, setBlocked] = useState(false)
  useEffect(() => {
    if (!on) return
    let gone = false
    const look = () =>
      void openSound().then((playing) => {
        if (!gone) setBlocked(playing === null)
      })
    look()
    const timer = setInterval(look, everyMs)
    window.addEventListener('pointerup', look)
    window.addEventListener('keydown', look)
    return () => {
      gone = true
      clearInterval(timer)
      window.removeEventListener('pointerup', look)
      window.removeEventListener('keydown', look)
    }
  }, [on])
  return on && blocked
}

import { useEffect, useState } from 'react'

/** From one sound of the alarm to the next, ms. */
const everyMs = 2500

let audio: AudioContext | undefined

/** Three rising tones. */
const sound = (): void => {
  if (audio === undefined || audio.state !== 'running') return
  const volume = audio.createGain()
  volume.connect(audio.destination)
  volume.gain.value = 0.3
  const begin = audio.currentTime
  for (const [n, pitch] of [660, 880, 1175].entries()) {
    const tone = audio.createOscillator()
    tone.type = 'square'
    tone.frequency.value = pitch
    tone.connect(volume)
    tone.start(begin + n * 0.22)
    tone.stop(begin + n * 0.22 + 0.18)
  }
}

/** Browsers allow sound after a press on the page only. */
const mayPlay = (): boolean => navigator.userActivation?.hasBeenActive ?? true

const open = async (): Promise<boolean> => {
  if (!mayPlay()) return false
  try {
    audio ??= new AudioContext()
    if (audio.state === 'suspended') await audio.resume()
    return audio.state === 'running'
  } catch {
    // no sound on this machine
    return false
  }
}

/** Sounds while `on`; answers whether the browser blocks the sound, which the next press on the page unblocks. */
export const useAlarm = (on: boolean): { readonly blocked: boolean } => {
  const [blocked, setBlocked] = useState(false)
  useEffect(() => {
    if (!on) return
    let gone = false
    const look = () =>
      void open().then((running) => {
        if (!gone) setBlocked(!running)
      })
    const ring = () => {
      look()
      sound()
    }
    ring()
    const timer = setInterval(ring, everyMs)
    window.addEventListener('pointerup', look)
    window.addEventListener('keydown', look)
    return () => {
      gone = true
      clearInterval(timer)
      window.removeEventListener('pointerup', look)
      window.removeEventListener('keydown', look)
    }
  }, [on])
  return { blocked: on && blocked }
}

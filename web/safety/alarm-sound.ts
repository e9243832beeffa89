import { useEffect } from 'react'
import { openSound, useSoundBlocked } from '../platform/sound.ts'

/** From one sound of the alarm to the next, ms. */
const everyMs = 2500

/** Three rising tones. */
const sound = async (): Promise<void> => {
  const audio = await openSound()
  if (audio === null) return
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

/** Sounds while `on`; answers whether the browser blocks the sound, which the next press on the page unblocks. */
export const useAlarm = (on: boolean): { readonly blocked: boolean } => {
  useEffect(() => {
    if (!on) return
    void sound()
    const timer = setInterval(() => void sound(), everyMs)
    return () => clearInterval(timer)
  }, [on])
  return { blocked: useSoundBlocked(on) }
}

import { openSound } from '../../platform/sound.ts'

/** Two short horn tones and a vibration. */
export const soundHorn = async (): Promise<void> => {
  if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate([220, 90, 220])
  const audio = await openSound()
  if (audio === null) return
  const volume = audio.createGain()
  volume.connect(audio.destination)
  const begin = audio.currentTime
  volume.gain.setValueAtTime(0, begin)
  for (const at of [0, 0.3]) {
    volume.gain.linearRampToValueAtTime(0.25, begin + at + 0.02)
    volume.gain.setValueAtTime(0.25, begin + at + 0.2)
    volume.gain.linearRampToValueAtTime(0, begin + at + 0.24)
  }
  for (const pitch of [415, 523]) {
    const tone = audio.createOscillator()
    tone.type = 'sawtooth'
    tone.frequency.value = pitch
    tone.connect(volume)
    tone.start(begin)
    tone.stop(begin + 0.6)
  }
}

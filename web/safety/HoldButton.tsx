import { IconUrgent } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './safety.module.css'

/** How long the button is held, ms; the ring of the style sheet takes as long. */
const holdMs = 2000

interface Props {
  readonly label: string
  /** what it does */
  readonly hint: string
  /** the hold begins */
  readonly onBegin: () => void
  readonly onHeld: () => void
  /** pressed by a screen reader or another aid, which cannot hold a button */
  readonly onPlainPress: () => void
}

/** A button that acts when it was held for two seconds, by pointer or by Enter or Space [design/safety-1]. */
export const HoldButton = ({ label, hint, onBegin, onHeld, onPlainPress }: Props) => {
  const { t } = useTranslation()
  const [holding, setHolding] = useState(false)
  const [short, setShort] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const state = useRef<HTMLParagraphElement>(null)
  // On a phone it may be below the visible part of the panel.
  useEffect(() => {
    if (short) state.current?.scrollIntoView({ block: 'nearest' })
  }, [short])

  const begin = () => {
    if (holding) return
    setHolding(true)
    setShort(false)
    onBegin()
    timer.current = setTimeout(() => {
      setHolding(false)
      if ('vibrate' in navigator) navigator.vibrate(200)
      onHeld()
    }, holdMs)
  }
  const end = () => {
    clearTimeout(timer.current)
    if (!holding) return
    setHolding(false)
    setShort(true)
  }
  const onPointerDown = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    begin()
  }
  const isPress = ({ key }: KeyboardEvent) => key === 'Enter' || key === ' '
  return (
    <div className={classes.hold}>
      <button
        type="button"
        className={classes.holdButton}
        data-holding={holding || undefined}
        aria-describedby="safety-hold-hint"
        onPointerDown={onPointerDown}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={(event) => {
          if (!isPress(event)) return
          event.preventDefault()
          if (!event.repeat) begin()
        }}
        onKeyUp={(event) => {
          if (isPress(event)) end()
        }}
        onBlur={end}
        onContextMenu={(event) => event.preventDefault()}
        // a pointer gives 1 or more, and keys are handled above
        onClick={({ detail }) => {
          if (detail === 0 && !holding) onPlainPress()
        }}
      >
        <span className={classes.holdIcon}>
          <svg viewBox="0 0 52 52" className={classes.ring} aria-hidden="true">
            <circle cx="26" cy="26" r="23" />
          </svg>
          <IconUrgent size={28} stroke={1.75} aria-hidden />
        </span>
        <span className={classes.holdLabel}>{label}</span>
      </button>
      <p id="safety-hold-hint" className={classes.hint}>
        {hint}
      </p>
      <p ref={state} className={classes.holdState} aria-live="polite" data-short={short || undefined}>
        {holding ? t('safety_keep_holding') : short ? t('safety_too_short') : ''}
      </p>
    </div>
  )
}

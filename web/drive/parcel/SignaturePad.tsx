import { Button, Text } from '@mantine/core'
import { useRef, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './parcel.module.css'

/** The stored size: twice the drawn one of a phone. */
const width = 700
const height = 280
/** A finger that taps moves a little: a shorter line is no signature. */
const shortest = 16

interface Props {
  /** one that was drawn before; the pad is empty again once it is cleared */
  readonly kept: string | null
  readonly disabled: boolean
  /** the drawn signature, after each stroke; it takes a moment to encode. null: cleared */
  readonly onChange: (picture: Promise<Blob | null> | null) => void
}

/** A signature drawn with finger or pen, dark on white in every colour scheme. */
export const SignaturePad = ({ kept, disabled, onChange }: Props) => {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef(false)
  const begun = useRef({ x: 0, y: 0 })
  /** a line was drawn since the pad was empty */
  const signed = useRef(false)

  const pen = () => {
    const context = canvas.current?.getContext('2d') ?? null
    if (context !== null) {
      context.lineWidth = 4
      context.lineCap = 'round'
      context.lineJoin = 'round'
      context.strokeStyle = '#111'
    }
    return context
  }
  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const box = currentTarget.getBoundingClientRect()
    return { x: ((clientX - box.left) / box.width) * width, y: ((clientY - box.top) / box.height) * height }
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (disabled) return
    drawing.current = true
    event.currentTarget.setPointerCapture(event.pointerId)
    const { x, y } = pointOf(event)
    begun.current = { x, y }
    const context = pen()
    context?.beginPath()
    context?.moveTo(x, y)
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!drawing.current) return
    const { x, y } = pointOf(event)
    const context = pen()
    context?.lineTo(x, y)
    context?.stroke()
    if (Math.hypot(x - begun.current.x, y - begun.current.y) >= shortest) signed.current = true
  }
  const end = () => {
    if (!drawing.current) return
    drawing.current = false
    const drawn = canvas.current
    // PNG with a transparent background, which the server fills with white.
    if (drawn !== null && signed.current) onChange(new Promise((done) => drawn.toBlob(done, 'image/png')))
  }
  return (
    <div className={classes.sign}>
      <div className={classes.signHead}>
        <Text fw={500}>{t('hand_over_sign')}</Text>
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={disabled}
          onClick={() => {
            canvas.current?.getContext('2d')?.clearRect(0, 0, width, height)
            signed.current = false
            onChange(null)
          }}
        >
          {t('hand_over_clear')}
        </Button>
      </div>
      {kept !== null ? (
        <img src={kept} alt={t('proof_signature')} />
      ) : (
        <canvas
          ref={canvas}
          width={width}
          height={height}
          aria-label={t('proof_signature')}
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={end}
        />
      )}
    </div>
  )
}

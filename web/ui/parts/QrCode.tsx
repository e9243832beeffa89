import { useMemo } from 'react'
import { encode } from 'uqr'
import classes from './QrCode.module.css'

/** One path of squares, black on white in both looks: cameras read that best. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = useMemo(() => encode(text, { border: 3 }), [text])
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

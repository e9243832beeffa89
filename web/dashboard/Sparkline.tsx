import classes from './Sparkline.module.css'

const width = 100
const height = 24

interface Props {
  readonly values: readonly number[]
  /** what the line is of, where that is not the figure above it */
  readonly of?: string | undefined
}

/** The course of a figure, the latest value at the end of the line; without axes, which the charts below have. */
export const Sparkline = ({ values, of }: Props) => {
  const most = Math.max(...values)
  if (values.length < 2 || most <= 0) return null
  const spot = (value: number, i: number) =>
    `${((i / (values.length - 1)) * width).toFixed(1)},${(height - 1 - (Math.max(0, value) / most) * (height - 2)).toFixed(1)}`
  const line = values.map(spot).join(' ')
  return (
    <span className={classes.course} aria-hidden="true">
      <svg className={classes.spark} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <polygon points={`0,${height} ${line} ${width},${height}`} />
        <polyline points={line} vectorEffect="non-scaling-stroke" />
      </svg>
      {of}
    </span>
  )
}

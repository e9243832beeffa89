/** A used quote keeps no line: its booking has it [design/data-111]. */
export const name = '084-lines-of-used-quotes'

export const up = `
update quotes set polyline = '' where used_at is not null and polyline <> ''
`

import { MantineProvider } from '@mantine/core'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CodeField } from './CodeField.tsx'

it('the boxes of a code open the keys for digits, though they take those of other scripts [design/web-134]', () => {
  const field = h(CodeField, { value: '', fault: null, onChange: () => undefined })
  const html = renderToStaticMarkup(h(MantineProvider, null, field))
  const boxes = html.match(/<input(?![^>]*hidden)[^>]*>/g) ?? []
  expect(boxes).toHaveLength(6)
  for (const box of boxes) {
    expect(box).toContain('inputMode="numeric"')
    expect(box).toContain('type="tel"')
  }
})

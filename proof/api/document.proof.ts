import { createConfig, lintFromString } from '@redocly/openapi-core'
import { endpoints } from '@remis/server/endpoints'
import { openApiOf } from '@remis/server/platform/openapi/openapi'
import { expect, it } from 'vitest'

it('the OpenAPI document has no errors and no warnings by the recommended rules of Redocly [design/api-2]', async () => {
  const declared = endpoints.map(({ endpoint }) => endpoint)
  const source = JSON.stringify(openApiOf(declared, 'https://rides.remis.test'))
  const problems = await lintFromString({
    source,
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended'] }),
  })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)).toEqual(
    [],
  )
})

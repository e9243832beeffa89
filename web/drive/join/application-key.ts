export const applicationKey = ['driver-application'] as const

UPDATE resource_type
SET secret_attributes = ARRAY['matchingid', 'confirmation'], secrets_guarded = false, secrets_sealed = false
WHERE code = 'ESIM';

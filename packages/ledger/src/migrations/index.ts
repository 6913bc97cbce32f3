export { definitionSchema, migrationLimits, type Definition, type Step } from './definition.ts';
export { durationMs } from './duration.ts';
export {
  isMigrationName,
  keyOfMigration,
  migrationOfKey,
  readDefinition,
  refusalOfDefinition,
  type ReadDefinition,
} from './read-definition.ts';
export { unknownName, type LooseStep } from './step-problems.ts';
export * from './model.ts';
export {
  currentStep,
  isMigrationEnded,
  isMigrationOpen,
  migrationTransitions,
  newMigration,
  nextMigration,
} from './transitions.ts';
export { endStatusOf, nextMove, sumOf, type Move, type StepRun } from './next-move.ts';
export { earlierStepsReferredTo, previewedSteps } from './references.ts';

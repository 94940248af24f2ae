// Generated from the files of this folder by `npm run generate`.
import type { Rule } from '../server/core/engine/rule.ts';
import alertBlindSpot from './alert-blind-spot.ts';
import alertOnGoodNews from './alert-on-good-news.ts';
import alertWithoutChange from './alert-without-change.ts';
import alphabetOfOtherLanguage from './alphabet-of-other-language.ts';
import alreadyPublished from './already-published.ts';
import analysisEventNotSent from './analysis-event-not-sent.ts';
import analysisNameOfPreset from './analysis-name-of-preset.ts';
import armsSameVersion from './arms-same-version.ts';
import asrFractionsSum from './asr-fractions-sum.ts';
import baseVersionCycle from './base-version-cycle.ts';
import baseVersionNotEarlier from './base-version-not-earlier.ts';
import batchToChatAgent from './batch-to-chat-agent.ts';
import chainedFallbackNumber from './chained-fallback-number.ts';
import componentOfOtherType from './component-of-other-type.ts';
import constantAlertCondition from './constant-alert-condition.ts';
import contradictoryAverage from './contradictory-average.ts';
import coveredAgentFilter from './covered-agent-filter.ts';
import credentialInPlainText from './credential-in-plain-text.ts';
import customSttWithoutConfig from './custom-stt-without-config.ts';
import deadEnd from './dead-end.ts';
import deprecatedField from './deprecated-field.ts';
import deprecatedFieldDisagrees from './deprecated-field-disagrees.ts';
import deprecatedValue from './deprecated-value.ts';
import destinationOutsideUs from './destination-outside-us.ts';
import dominantAsrMismatch from './dominant-asr-mismatch.ts';
import draftIsLive from './draft-is-live.ts';
import duplicateKey from './duplicate-key.ts';
import duplicateVersion from './duplicate-version.ts';
import emptyCallTimeWindow from './empty-call-time-window.ts';
import emptyChoices from './empty-choices.ts';
import emptyInstruction from './empty-instruction.ts';
import emptyPrompt from './empty-prompt.ts';
import emptyQuery from './empty-query.ts';
import emptyRequiredString from './empty-required-string.ts';
import endlessLoop from './endless-loop.ts';
import endpointingBelowMinimum from './endpointing-below-minimum.ts';
import engineDisagreement from './engine-disagreement.ts';
import equationWithoutVariable from './equation-without-variable.ts';
import expiredSuppression from './expired-suppression.ts';
import fallbackVoiceRepeated from './fallback-voice-repeated.ts';
import fallbackVoiceSameProvider from './fallback-voice-same-provider.ts';
import filterOfOtherMetric from './filter-of-other-metric.ts';
import floatingSwap from './floating-swap.ts';
import ignoredSetting from './ignored-setting.ts';
import impossibleTimeWindow from './impossible-time-window.ts';
import impossibleUtteranceCount from './impossible-utterance-count.ts';
import incidentBelowThreshold from './incident-below-threshold.ts';
import incompleteEquation from './incomplete-equation.ts';
import internalError from './internal-error.ts';
import invalidConfigKey from './invalid-config-key.ts';
import invalidEnumValue from './invalid-enum-value.ts';
import invalidFormat from './invalid-format.ts';
import invalidGlob from './invalid-glob.ts';
import invalidJson from './invalid-json.ts';
import invalidNameMapping from './invalid-name-mapping.ts';
import invalidPlatformDate from './invalid-platform-date.ts';
import invalidPolicy from './invalid-policy.ts';
import invalidSuppression from './invalid-suppression.ts';
import invalidTagName from './invalid-tag-name.ts';
import invertedRange from './inverted-range.ts';
import listInOneString from './list-in-one-string.ts';
import lostPrecision from './lost-precision.ts';
import lostReach from './lost-reach.ts';
import lostReference from './lost-reference.ts';
import lowRoutingEndpointing from './low-routing-endpointing.ts';
import malformedEmail from './malformed-email.ts';
import malformedEventTypeId from './malformed-event-type-id.ts';
import malformedPhoneNumber from './malformed-phone-number.ts';
import malformedPhoneme from './malformed-phoneme.ts';
import malformedToolName from './malformed-tool-name.ts';
import malformedUrl from './malformed-url.ts';
import malformedVariable from './malformed-variable.ts';
import metricOfOtherChannel from './metric-of-other-channel.ts';
import metricOutOfRange from './metric-out-of-range.ts';
import misplacedEngineField from './misplaced-engine-field.ts';
import missingBaseVersion from './missing-base-version.ts';
import missingExpectedField from './missing-expected-field.ts';
import missingField from './missing-field.ts';
import missingPaginationKey from './missing-pagination-key.ts';
import missingStartNode from './missing-start-node.ts';
import misspelledVariable from './misspelled-variable.ts';
import misspelledVoicePrefix from './misspelled-voice-prefix.ts';
import mixedSpelling from './mixed-spelling.ts';
import mockOutputNotJson from './mock-output-not-json.ts';
import multiInLanguageList from './multi-in-language-list.ts';
import newerThanPlatform from './newer-than-platform.ts';
import nonNumericComparison from './non-numeric-comparison.ts';
import nonStringVariable from './non-string-variable.ts';
import nullBaseVersion from './null-base-version.ts';
import outOfRange from './out-of-range.ts';
import overlappingTimeWindows from './overlapping-time-windows.ts';
import overrideOfOtherEngine from './override-of-other-engine.ts';
import pastSchedule from './past-schedule.ts';
import placeholderLeftIn from './placeholder-left-in.ts';
import presetOfOtherChannel from './preset-of-other-channel.ts';
import promptNamesMissingEdge from './prompt-names-missing-edge.ts';
import promptNamesMissingTool from './prompt-names-missing-tool.ts';
import publishedVersionEdited from './published-version-edited.ts';
import readOnlyField from './read-only-field.ts';
import recordDisagreement from './record-disagreement.ts';
import relativeToZero from './relative-to-zero.ts';
import reminderAfterSilenceLimit from './reminder-after-silence-limit.ts';
import renamedRule from './renamed-rule.ts';
import repeatedAnalysisName from './repeated-analysis-name.ts';
import repeatedArm from './repeated-arm.ts';
import repeatedId from './repeated-id.ts';
import repeatedItem from './repeated-item.ts';
import repeatedLocale from './repeated-locale.ts';
import repeatedRecipient from './repeated-recipient.ts';
import repeatedTarget from './repeated-target.ts';
import repeatedToolName from './repeated-tool-name.ts';
import resolvedBeforeTriggered from './resolved-before-triggered.ts';
import retiredField from './retired-field.ts';
import retiredValue from './retired-value.ts';
import scheduleOutsideWindows from './schedule-outside-windows.ts';
import silenceLongerThanCall from './silence-longer-than-call.ts';
import splitOfOne from './split-of-one.ts';
import strayWhitespace from './stray-whitespace.ts';
import suspiciousUnit from './suspicious-unit.ts';
import swapCycle from './swap-cycle.ts';
import swapToChatAgent from './swap-to-chat-agent.ts';
import swapToItself from './swap-to-itself.ts';
import tagDisagreement from './tag-disagreement.ts';
import tagOnTwoVersions from './tag-on-two-versions.ts';
import taskCountMismatch from './task-count-mismatch.ts';
import thresholdAsFraction from './threshold-as-fraction.ts';
import tooManyItems from './too-many-items.ts';
import twoModels from './two-models.ts';
import unaskedCondition from './unasked-condition.ts';
import unassignedTag from './unassigned-tag.ts';
import unconnectedCondition from './unconnected-condition.ts';
import undecidedTransfer from './undecided-transfer.ts';
import undescribedTool from './undescribed-tool.ts';
import unencryptedUrl from './unencrypted-url.ts';
import unexplainedSuppression from './unexplained-suppression.ts';
import unknownAgent from './unknown-agent.ts';
import unknownAnalysisField from './unknown-analysis-field.ts';
import unknownComponent from './unknown-component.ts';
import unknownEngine from './unknown-engine.ts';
import unknownField from './unknown-field.ts';
import unknownFilterTag from './unknown-filter-tag.ts';
import unknownLocale from './unknown-locale.ts';
import unknownMcpServer from './unknown-mcp-server.ts';
import unknownMockedTool from './unknown-mocked-tool.ts';
import unknownNode from './unknown-node.ts';
import unknownRequiredParameter from './unknown-required-parameter.ts';
import unknownRule from './unknown-rule.ts';
import unknownState from './unknown-state.ts';
import unknownTimezone from './unknown-timezone.ts';
import unknownTool from './unknown-tool.ts';
import unmockedSideEffect from './unmocked-side-effect.ts';
import unnotifiedAlert from './unnotified-alert.ts';
import unreachableNode from './unreachable-node.ts';
import unreachableUrl from './unreachable-url.ts';
import unreadableFile from './unreadable-file.ts';
import unrecognizedValue from './unrecognized-value.ts';
import unresolvedAgentVersion from './unresolved-agent-version.ts';
import unresolvedExtends from './unresolved-extends.ts';
import unselectableTag from './unselectable-tag.ts';
import unsetBeginMessage from './unset-begin-message.ts';
import unsetVariable from './unset-variable.ts';
import unsortedAsrSplit from './unsorted-asr-split.ts';
import unsupportedAlphabet from './unsupported-alphabet.ts';
import unsupportedOverride from './unsupported-override.ts';
import unsupportedVoiceSetting from './unsupported-voice-setting.ts';
import unusedCallVariable from './unused-call-variable.ts';
import unusedComponent from './unused-component.ts';
import unusedPreviousValue from './unused-previous-value.ts';
import unusedSuppression from './unused-suppression.ts';
import unusualNumber from './unusual-number.ts';
import unusualSipHeader from './unusual-sip-header.ts';
import variableMissingUnderTag from './variable-missing-under-tag.ts';
import versionWithoutAgent from './version-without-agent.ts';
import vocabularyOfOtherLanguage from './vocabulary-of-other-language.ts';
import voiceModelOfOtherProvider from './voice-model-of-other-provider.ts';
import weightsNotOne from './weights-not-one.ts';
import windowInHours from './window-in-hours.ts';
import wrongChannelSetting from './wrong-channel-setting.ts';
import wrongLength from './wrong-length.ts';
import wrongType from './wrong-type.ts';

/** Every rule, by id. */
export const rules: readonly Rule[] = [
  alertBlindSpot,
  alertOnGoodNews,
  alertWithoutChange,
  alphabetOfOtherLanguage,
  alreadyPublished,
  analysisEventNotSent,
  analysisNameOfPreset,
  armsSameVersion,
  asrFractionsSum,
  baseVersionCycle,
  baseVersionNotEarlier,
  batchToChatAgent,
  chainedFallbackNumber,
  componentOfOtherType,
  constantAlertCondition,
  contradictoryAverage,
  coveredAgentFilter,
  credentialInPlainText,
  customSttWithoutConfig,
  deadEnd,
  deprecatedField,
  deprecatedFieldDisagrees,
  deprecatedValue,
  destinationOutsideUs,
  dominantAsrMismatch,
  draftIsLive,
  duplicateKey,
  duplicateVersion,
  emptyCallTimeWindow,
  emptyChoices,
  emptyInstruction,
  emptyPrompt,
  emptyQuery,
  emptyRequiredString,
  endlessLoop,
  endpointingBelowMinimum,
  engineDisagreement,
  equationWithoutVariable,
  expiredSuppression,
  fallbackVoiceRepeated,
  fallbackVoiceSameProvider,
  filterOfOtherMetric,
  floatingSwap,
  ignoredSetting,
  impossibleTimeWindow,
  impossibleUtteranceCount,
  incidentBelowThreshold,
  incompleteEquation,
  internalError,
  invalidConfigKey,
  invalidEnumValue,
  invalidFormat,
  invalidGlob,
  invalidJson,
  invalidNameMapping,
  invalidPlatformDate,
  invalidPolicy,
  invalidSuppression,
  invalidTagName,
  invertedRange,
  listInOneString,
  lostPrecision,
  lostReach,
  lostReference,
  lowRoutingEndpointing,
  malformedEmail,
  malformedEventTypeId,
  malformedPhoneNumber,
  malformedPhoneme,
  malformedToolName,
  malformedUrl,
  malformedVariable,
  metricOfOtherChannel,
  metricOutOfRange,
  misplacedEngineField,
  missingBaseVersion,
  missingExpectedField,
  missingField,
  missingPaginationKey,
  missingStartNode,
  misspelledVariable,
  misspelledVoicePrefix,
  mixedSpelling,
  mockOutputNotJson,
  multiInLanguageList,
  newerThanPlatform,
  nonNumericComparison,
  nonStringVariable,
  nullBaseVersion,
  outOfRange,
  overlappingTimeWindows,
  overrideOfOtherEngine,
  pastSchedule,
  placeholderLeftIn,
  presetOfOtherChannel,
  promptNamesMissingEdge,
  promptNamesMissingTool,
  publishedVersionEdited,
  readOnlyField,
  recordDisagreement,
  relativeToZero,
  reminderAfterSilenceLimit,
  renamedRule,
  repeatedAnalysisName,
  repeatedArm,
  repeatedId,
  repeatedItem,
  repeatedLocale,
  repeatedRecipient,
  repeatedTarget,
  repeatedToolName,
  resolvedBeforeTriggered,
  retiredField,
  retiredValue,
  scheduleOutsideWindows,
  silenceLongerThanCall,
  splitOfOne,
  strayWhitespace,
  suspiciousUnit,
  swapCycle,
  swapToChatAgent,
  swapToItself,
  tagDisagreement,
  tagOnTwoVersions,
  taskCountMismatch,
  thresholdAsFraction,
  tooManyItems,
  twoModels,
  unaskedCondition,
  unassignedTag,
  unconnectedCondition,
  undecidedTransfer,
  undescribedTool,
  unencryptedUrl,
  unexplainedSuppression,
  unknownAgent,
  unknownAnalysisField,
  unknownComponent,
  unknownEngine,
  unknownField,
  unknownFilterTag,
  unknownLocale,
  unknownMcpServer,
  unknownMockedTool,
  unknownNode,
  unknownRequiredParameter,
  unknownRule,
  unknownState,
  unknownTimezone,
  unknownTool,
  unmockedSideEffect,
  unnotifiedAlert,
  unreachableNode,
  unreachableUrl,
  unreadableFile,
  unrecognizedValue,
  unresolvedAgentVersion,
  unresolvedExtends,
  unselectableTag,
  unsetBeginMessage,
  unsetVariable,
  unsortedAsrSplit,
  unsupportedAlphabet,
  unsupportedOverride,
  unsupportedVoiceSetting,
  unusedCallVariable,
  unusedComponent,
  unusedPreviousValue,
  unusedSuppression,
  unusualNumber,
  unusualSipHeader,
  variableMissingUnderTag,
  versionWithoutAgent,
  vocabularyOfOtherLanguage,
  voiceModelOfOtherProvider,
  weightsNotOne,
  windowInHours,
  wrongChannelSetting,
  wrongLength,
  wrongType,
];
